#include "tools/console/manual.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace lanecast::tools {
namespace {

/// Escapes text for roff, so that none of it is read as a command.
std::string in_roff(std::string_view text) {
    std::string escaped;
    bool at_line_start = true;
    for (const char c : text) {
        if (at_line_start && (c == '.' || c == '\''))
            escaped += "\\&";
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else
            escaped += c;
        at_line_start = c == '\n';
    }
    return escaped;
}

/// The commands that --help shows.
std::vector<const CLI::App*> commands_of(const CLI::App& program) {
    return program.get_subcommands(
        [](const CLI::App* command) { return !command->get_group().empty(); });
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

std::string paragraph(const CLI::Option& option) {
    const std::string type = takes_value(option) ? option.get_type_name() : "";
    const bool positional = option.get_positional();
    const std::string name = positional ? option.get_name(true) : option.get_name(false, true);
    return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", in_roff(name),
                       type.empty() || positional ? "" : fmt::format(" \\fI{}\\fR", in_roff(type)),
                       in_roff(option.get_description()));
}

std::string section(const CLI::App& command) {
    std::string text = fmt::format(".SS lanecast {}\n{}.\n", command.get_name(),
                                   in_roff(command.get_description()));
    for (const CLI::Option* const option : command.get_options())
        text += paragraph(*option);
    if (!command.get_footer().empty())
        text += fmt::format(".PP\n.EX\n{}\n.EE\n", in_roff(command.get_footer()));
    return text;
}

} // namespace

std::string manual_page(const CLI::App& program, const std::string& version) {
    std::string text =
        fmt::format(".TH LANECAST 1 \"\" \"lanecast {}\" \"User Commands\"\n", version);
    const std::string description = program.get_description();
    text += fmt::format(".SH NAME\nlanecast \\- {}\n.SH SYNOPSIS\n",
                        in_roff(description.substr(0, description.find_last_not_of('.') + 1)));
    std::string sections;
    for (const CLI::App* const command : commands_of(program)) {
        text += fmt::format(".B lanecast {}\n[OPTIONS]{}\n.br\n", command->get_name(),
                            command->get_option_no_throw("WORLD") == nullptr ? "" : " [WORLD]");
        sections += section(*command);
    }
    return text + ".SH COMMANDS\n" + sections +
           fmt::format(".SH EXIT STATUS\n{}\n", in_roff(program.get_footer()));
}

std::string bash_completion(const CLI::App& program) {
    std::string names;
    std::string options;
    std::string values;
    for (const CLI::App* const command : commands_of(program)) {
        names += (names.empty() ? "" : " ") + command->get_name();
        std::string of_command;
        for (const CLI::Option* const option : command->get_options()) {
            if (option->get_lnames().empty())
                continue; // WORLD
            const std::string& name = option->get_lnames().front();
            of_command += fmt::format("{}--{}", of_command.empty() ? "" : " ", name);
            if (takes_value(*option)) {
                std::string choice = option->get_type_name();
                const bool known = choice.find('|') != std::string::npos;
                std::replace(choice.begin(), choice.end(), '|', ' ');
                values += fmt::format("    {}:--{}) {} ;;\n", command->get_name(), name,
                                      known ? fmt::format("words='{}'", choice) : "return");
            }
        }
        options += fmt::format("        {}) words='{}' ;;\n", command->get_name(), of_command);
    }
    // An empty COMPREPLY leaves the word to the shell, which completes file names.
    return fmt::format(R"(_lanecast() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} command=${{COMP_WORDS[1]}} words=''
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '{}' -- "$word"))
        return
    fi
    case $command:${{COMP_WORDS[COMP_CWORD - 1]}} in
{}    *)
        [[ $word == -* ]] || return
        case $command in
{}        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _lanecast lanecast
)",
                       names, values, options);
}

} // namespace lanecast::tools

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export function isShell(text: string | undefined): text is Shell {
  return shells.some((shell) => shell === text);
}

/** A script as it is written here, except that `\${` is `${` of the shell. */
function script(text: TemplateStringsArray): string {
  return text.raw.join('').replaceAll('\\${', '${');
}

/**
 * What each shell loads. The scripts know nothing of the commands: they pass on the words up to the cursor, so that they
 * stay right when the program is updated.
 */
export const completionScripts: Readonly<Record<Shell, string>> = {
  // For bash 3.2 too, which macOS has: no negative indexes, no mapfile.
  bash: script`# fileshare completion for bash
_fileshare() {
  local words=() i word last raw prefix line value
  # Bash splits words at "=" and ":", which occur in options and links.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    word=\${word#[\"\']}
    [[ $i -lt $COMP_CWORD ]] && word=\${word%[\"\']}
    last=$((\${#words[@]} - 1))
    if [[ $last -ge 0 && ( $word == [=:]* || \${words[last]} == *[=:] ) ]]; then
      words[last]+=$word
    else
      words+=("$word")
    fi
  done
  # Only this part of the word is replaced.
  raw=\${COMP_WORDS[COMP_CWORD]#[\"\']}
  [[ $raw == [=:] ]] && raw=
  last=$((\${#words[@]} - 1))
  prefix=\${words[last]%"$raw"}
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :file | :dir)
        compopt -o filenames 2>/dev/null
        value=\${words[last]}
        [[ $value == --*=* ]] && value=\${value#*=}
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -\${line:1:1} -- "$value")
        ;;
      *)
        value=\${line%%$'\t'*}
        COMPREPLY+=("$(printf %q "\${value#"$prefix"}")")
        ;;
    esac
  done < <(command fileshare __complete "\${words[@]}" 2>/dev/null)
}
complete -F _fileshare fileshare
`,
  zsh: script`#compdef fileshare
# fileshare completion for zsh
_fileshare() {
  local line value description
  local -a before candidates
  (( CURRENT > 2 )) && before=("\${(@Q)words[2,CURRENT-1]}")
  for line in "\${(@f)$(command fileshare __complete "\${before[@]}" "\${(Q)PREFIX}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :file) [[ $PREFIX == --*=* ]] && compset -P '*='; _files ;;
      :dir) [[ $PREFIX == --*=* ]] && compset -P '*='; _files -/ ;;
      *)
        value=\${line%%$'\t'*}
        description=\${line#*$'\t'}
        candidates+=("\${value//:/\\:}\${description:+:$description}")
        ;;
    esac
  done
  (( $#candidates )) && _describe -V fileshare candidates
}
if [[ $funcstack[1] == _fileshare ]]; then
  _fileshare "$@"
else
  compdef _fileshare fileshare
fi
`,
  fish: script`# fileshare completion for fish
function __fileshare_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l current (commandline -ct)
    set -l prefix (string match -r -- '^--[^=]*=' "$current")
    set -l rest (string replace -r -- '^--[^=]*=' '' "$current")
    for line in (command fileshare __complete $words "$current" 2>/dev/null)
        switch $line
            case :file
                for path in (__fish_complete_path "$rest")
                    echo "$prefix$path"
                end
            case :dir
                for path in (__fish_complete_directories "$rest")
                    echo "$prefix$path"
                end
            case '*'
                echo $line
        end
    end
end
complete -c fileshare -f -k -a '(__fileshare_complete)'
`,
};

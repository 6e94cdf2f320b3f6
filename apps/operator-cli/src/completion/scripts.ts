import type { Word } from './command-words.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

type Words = ReadonlyMap<string, Word[]>;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const list = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ');

/** Follows the typed words while they are commands; in syntax that bash and zsh share. */
const walk = (words: Words, typed: string): string => `  local here=waymark word
  for word in ${typed}; do
    case "$here $word" in
      ${[...words.keys()]
        .filter((path) => path !== 'waymark')
        .map(quoted)
        .join('|')}) here="$here $word" ;;
    esac
  done`;

const bash = (words: Words): string => `# waymark completion bash: source <(waymark completion bash)
_waymark() {
${walk(words, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  local words=
  case "$here" in
${[...words].map(([path, each]) => `    ${quoted(path)}) words=${quoted(list(each))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _waymark waymark
`;

const zsh = (words: Words): string => `#compdef waymark
# waymark completion zsh: source <(waymark completion zsh)
_waymark() {
${walk(words, '"${words[@]:1:$((CURRENT-2))}"')}
  local -a known
  case "$here" in
${[...words]
  .map(
    ([path, each]) =>
      `    ${quoted(path)}) known=(${each.map(({ word, description }) => quoted(`${word}:${description.replaceAll(':', ' ')}`)).join(' ')}) ` +
      ';;',
  )
  .join('\n')}
  esac
  _describe waymark known
}
compdef _waymark waymark
`;

const fish = (words: Words): string => `# waymark completion fish: waymark completion fish | source
function __waymark_at
  set -l here waymark
  for word in (commandline -opc)[2..]
    switch "$here $word"
      case ${[...words.keys()]
        .filter((path) => path !== 'waymark')
        .map(quoted)
        .join(' ')}
        set here "$here $word"
    end
  end
  test "$here" = "$argv[1]"
end
complete -c waymark -f
${[...words]
  .flatMap(([path, each]) =>
    each.map(
      ({ word, description }) =>
        `complete -c waymark -n ${fishQuoted(`__waymark_at "${path}"`)} ` +
        `${word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`} -d ${fishQuoted(description)}`,
    ),
  )
  .join('\n')}
`;

/** Within single quotes fish knows only \\' and \\\\. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

export const completionScript: Readonly<Record<Shell, (words: Words) => string>> = { bash, zsh, fish };

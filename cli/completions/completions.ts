import { readArguments, readFlag } from '../arguments.ts'
import { type ClientContext, type Command, type Section, UsageFault } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { completionsRow } from '../rows/further.ts'

export const completions: Command<ClientContext> = {
  async run({ args, say, sections }) {
    const { words } = readArguments(completionsRow, args)
    const [shell = ''] = words
    const print = Object.hasOwn(shells, shell) ? shells[shell] : undefined
    if (!print) throw new UsageFault(`expects one of ${Object.keys(shells).join(', ')}`)
    say(print(listCommands(sections)))
    return exitCodes.done.status
  },
}

interface Completed {
  readonly name: string
  readonly about: string
  readonly flags: readonly { readonly flag: string; readonly about: string }[]
}

const listCommands = (sections: readonly Section[]): readonly Completed[] =>
  sections.flatMap(({ commands }) =>
    Object.entries(commands).map(([name, { about, flags = {} }]) => ({
      name,
      about,
      flags: Object.entries(flags).map(([written, text]) => ({ flag: `--${readFlag(written).name}`, about: text })),
    })),
  )

const shells: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: (commands) => `# posthorn: completions for bash
_posthorn() {
  local words=""
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1}" in
${[...commands]
  .sort(longestFirst)
  .map(({ name, flags }) => `    ${quote(name)}*) words=${quote(flags.map(({ flag }) => flag).join(' '))} ;;`)
  .join('\n')}
  esac
${nextWords(commands)
  .map(
    ([first, next]) =>
      `  [ "\${COMP_WORDS[1]}" = ${quote(first)} ] && [ "$COMP_CWORD" = 2 ] && words="$words "${quote(next)}`,
  )
  .join('\n')}
  [ "$COMP_CWORD" = 1 ] && words=${quote(
    oneWord(commands)
      .map(({ name }) => name)
      .join(' '),
  )}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _posthorn posthorn`,

  zsh: (commands) => `#compdef posthorn
_posthorn() {
  local -a names flags
  if (( CURRENT == 2 )); then
    names=(${oneWord(commands)
      .map(({ name, about }) => quote(`${name}:${about}`))
      .join(' ')})
    _describe command names
    return
  fi
  case "\${words[2,CURRENT-1]}" in
${[...commands]
  .sort(longestFirst)
  .map(
    ({ name, flags }) =>
      `    ${quote(name)}*) flags=(${flags.map(({ flag, about }) => quote(`${flag}:${about}`)).join(' ')}) ;;`,
  )
  .join('\n')}
  esac
${nextWords(commands)
  .map(([first, next]) => `  [[ $CURRENT == 3 && \${words[2]} == ${quote(first)} ]] && compadd ${next}`)
  .join('\n')}
  _describe option flags
  _files
}
compdef _posthorn posthorn`,

  fish: (commands) =>
    [
      '# posthorn: completions for fish',
      `complete -c posthorn -n '__fish_seen_subcommand_from completions' -f -a '${Object.keys(shells).join(' ')}'`,
      ...commands.map(({ name, about }) =>
        name.includes(' ')
          ? `complete -c posthorn -n '__fish_seen_subcommand_from ${name.split(' ')[0]}' -a ${name.split(' ')[1]} -d ${quote(about)}`
          : `complete -c posthorn -n __fish_use_subcommand -a ${name} -d ${quote(about)}`,
      ),
      ...commands.flatMap(({ name, flags }) =>
        flags.map(
          ({ flag, about }) =>
            `complete -c posthorn -n '${name
              .split(' ')
              .map((word) => `__fish_seen_subcommand_from ${word}`)
              .join('; and ')}' -l ${flag.slice(2)} -d ${quote(about)}`,
        ),
      ),
    ].join('\n'),
}

const oneWord = (commands: readonly Completed[]) => commands.filter(({ name }) => !name.includes(' '))

const longestFirst = (one: Completed, other: Completed): number => other.name.length - one.name.length

/** Returns the second words of two-word commands by their first word, and the names of the shells. */
const nextWords = (commands: readonly Completed[]): [string, string][] => [
  ['completions', Object.keys(shells).join(' ')],
  ...Object.entries(
    Object.groupBy(
      commands.filter(({ name }) => name.includes(' ')),
      ({ name }) => name.split(' ')[0] ?? '',
    ),
  ).map(([first, group = []]): [string, string] => [first, group.map(({ name }) => name.split(' ')[1]).join(' ')]),
]

/** Quotes text for a shell. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

import type { CommandRow, Section } from '#cli/command.ts'

const width = 80

/** Prints the list of commands. */
export function listCommands(sections: readonly Section[]): string {
  const lists = sections.map(({ title, commands }) => {
    const rows = Object.entries(commands).map(([name, { about }]) => [name, about] as const)
    return `${title}:\n${columns(rows)}`
  })
  return `posthorn <command>

${lists.join('\n\n')}

Options:
${columns([
  ['--help', 'Print this help, or the help of a command: posthorn listen --help'],
  ['--version', 'Print the version.'],
])}

Sign in once with \`posthorn login\`; docs/cli.md has more.
An installation reads its settings from the environment and .env;
docs/settings.md lists them.
\`posthorn\` stands for \`npm run posthorn --\` in a checkout.`
}

/** Prints the help of one command. */
export function describeCommand(
  name: string,
  { usage, about, details = [], flags = {}, examples }: CommandRow,
): string {
  const calls = usage.map((one) => wrap(`posthorn ${name} ${one}`.trim(), 2, 6))
  return [
    `Usage:\n${calls.join('\n')}`,
    [about, ...details].map((text) => wrap(text, 0)).join('\n\n'),
    ...(Object.keys(flags).length > 0 ? [`Options:\n${columns(Object.entries(flags))}`] : []),
    `${examples.length === 1 ? 'Example' : 'Examples'}:\n${examples.map((one) => `  ${one}`).join('\n')}`,
  ].join('\n\n')
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const left = Math.max(...rows.map(([name]) => name.length)) + 4
  return rows.map(([name, text]) => `  ${name.padEnd(left - 2)}${wrap(text, left).trimStart()}`).join('\n')
}

/** Breaks a text into lines of the width of a terminal, indented by spaces. */
function wrap(text: string, indent: number, further = indent): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`${' '.repeat(lines.length === 0 ? indent : further)}${word}`)
  }
  return lines.join('\n')
}

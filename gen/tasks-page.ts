import { catalogue } from '#tasks/catalogue.ts'
import { toolsetOf } from '#tasks/mcp/toolsets.ts'

const [begin, end] = ['<!-- From here on by `npm run gen`. -->', '<!-- To here. -->']

/** Returns the page for agents with a new table of tasks. */
export function tasksPage(page: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/mcp.md has no lines “${begin}” and “${end}”.`)
  return `${page.slice(0, from)}${begin}\n\n${tasksTable()}\n\n${page.slice(to)}`
}

function tasksTable(): string {
  const rows = catalogue.map((task) => [
    `\`${task.name}\``,
    toolsetOf(task),
    task.about,
    task.scopes.map((one) => `\`${one}\``).join(' '),
  ])
  return [['tool', 'toolset', 'what it does', 'scopes'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

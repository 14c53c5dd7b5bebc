import { escapeTags } from '#kernel/text/escape-html.ts'
import { clean, cut } from '../output/clean.ts'
import { layOut } from '../output/table.ts'
import type { FieldChange, PlanItem, State } from './plan.ts'

const words: Readonly<Record<State, string>> = {
  create: 'to create',
  change: 'to change',
  drift: 'changed elsewhere',
  deleted: 'deleted elsewhere',
  gone: 'without a file',
  out: 'published or being published',
  unchanged: 'unchanged',
}

/** Counts the items: `2 to create, 1 changed elsewhere`. */
function sumUp(items: readonly PlanItem[]): string {
  const counts = (Object.keys(words) as State[]).flatMap((state) => {
    const count = items.filter((item) => item.state === state).length
    return count > 0 ? [`${count} ${words[state]}`] : []
  })
  return counts.length > 0 ? `${counts.join(', ')}.` : 'No posts.'
}

const nameOf = ({ desired, key }: PlanItem): string => desired?.post.file ?? key

/** Prints the plan for a terminal. */
export function sayPlan(items: readonly PlanItem[], look: Parameters<typeof layOut>[2]): string[] {
  const shown = items.filter(({ state }) => state !== 'unchanged')
  const lines = shown.length === 0 ? [] : layOut(shown, columns, look)
  const problems = shown.flatMap((item) => item.problems.map((text) => `${nameOf(item)}: ${clean(text)}`))
  return [...lines, ...(shown.length > 0 ? [''] : []), ...problems, sumUp(items)]
}

const columns = [
  { title: 'STATE', of: ({ state }: PlanItem) => state, isState: true },
  { title: 'FILE', of: nameOf },
  { title: 'DETAIL', of: sayDetail, shrinks: true },
  { title: 'POST', of: ({ post }: PlanItem) => post?.id ?? '' },
] as const

function sayDetail({ state, desired, post, changes, drift, slotAt }: PlanItem): string {
  const place = slotAt === undefined ? '' : ` (${slotAt})`
  if (state === 'create') return `${desired?.fields.schedule ?? ''}${place}: ${desired?.content.content ?? ''}`
  if (state === 'out') return post?.status ?? ''
  if (state === 'gone') return `${post?.status ?? ''}: ${post?.content ?? ''}`
  return [
    ...changes.map((one) => sayChange(one) + (one.field === 'schedule' ? place : '')),
    ...drift.map((one) => `elsewhere ${sayChange(one)}`),
  ].join('; ')
}

const sayChange = ({ field, from, to }: FieldChange): string => `${field}: ${short(from)} → ${short(to)}`

const short = (value: string): string => (value === '' ? 'none' : cut(clean(value), 40))

/** Prints the plan in Markdown, for a comment on a pull request. */
export function writeMarkdown(items: readonly PlanItem[]): string {
  const shown = items.filter(({ state }) => state !== 'unchanged')
  const rows = shown.map(
    (item) => `| ${item.state} | ${cell(nameOf(item))} | ${cell(cut(clean(sayDetail(item)), 200))} |`,
  )
  const table = rows.length > 0 ? ['', '| state | file | detail |', '|---|---|---|', ...rows] : []
  const problems = shown.flatMap((item) => item.problems.map((text) => `- ${cell(nameOf(item))}: ${cell(clean(text))}`))
  const faults = problems.length > 0 ? ['', '**The networks would reject:**', '', ...problems] : []
  return ['### Posthorn plan', '', sumUp(items), ...table, ...faults, ...shown.flatMap(writeTexts)].join('\n')
}

/** Shows the current and the new text of a post in a collapsed section. */
function writeTexts(item: PlanItem): string[] {
  const change = [...item.changes, ...item.drift].find(({ field }) => field === 'text')
  const text = item.state === 'create' ? (item.desired?.content.content ?? '') : change?.to
  if (text === undefined) return []
  const before = change ? fence(change.from) : []
  return [
    '',
    `<details><summary>${escapeTags(nameOf(item))}</summary>`,
    '',
    ...before,
    ...fence(text),
    '',
    '</details>',
  ]
}

/** Puts a text into a code fence that is longer than any run of backticks in it. */
function fence(text: string): string[] {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return [`${ticks}text`, text, ticks]
}

/** Escapes text for a table cell in Markdown: formatting, links, mentions and HTML. */
const cell = (text: string): string => escapeTags(text).replace(/[\\`*_[\]|#!@~]/g, (mark) => `\\${mark}`)

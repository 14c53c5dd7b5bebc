import { type AudioRule, type DocumentRule, type Limits, limitsForFormat } from '#rules/limits.ts'
import { asOutgoing } from '#test/connector-suite/as-outgoing.ts'
import { type KindOfPost, settingsOf } from '#test/connector-suite/kinds.ts'
import type { NetworkUnderTest } from '#test/connector-suite/network-under-test.ts'
import { everyNetwork } from '#test/connector-suite/networks/index.ts'

const [begin, end] = ['<!-- From here on by `npm run gen`. -->', '<!-- To here. -->']

/**
 * Returns the page with a new table of kinds of posts, made from the limits, the plans and the expectations of the
 * connector test suite.
 */
export function networksPage(page: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/networks/README.md has no lines “${begin}” and “${end}”.`)
  return `${page.slice(0, from)}${begin}\n\n${kindsTable()}\n${page.slice(to)}`
}

function kindsTable(): string {
  const rows = Object.values(everyNetwork).flatMap((network) =>
    network.kinds.map((kind, at) => {
      const { name, network: id, text } = network.connector.limits
      const whose = at === 0 ? `**${name}** \`${id}\`: ${lengthOf(text)}` : ''
      return [whose, kind.name, written(kind), takes(network, kind), ...calls(network, kind)]
    }),
  )
  const head = ['network: text', 'kind of post', 'written with', 'takes', 'calls', 'when a response is lost']
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`.replaceAll(/ {2,}/g, ' '))
    .join('\n')
}

/** Lists the fields of a post's body that select this kind. */
function written(kind: KindOfPost): string {
  const { format = 'post', link, title, firstComment, settings = {}, scopes } = kind
  const words = [
    ...(format === 'post' ? [] : [`format: ${format}`]),
    ...(link ? ['link'] : []),
    ...(title ? ['title'] : []),
    ...(firstComment ? ['firstComment'] : []),
    ...Object.keys(settingsOf(kind)).map((name) => (isChoice(settings[name]) ? `${name}: ${settings[name]}` : name)),
  ]
  return [...words.map((word) => `\`${word}\``), ...(scopes ? ['an account with fewer scopes'] : [])].join(', ')
}

/** True for one of a few words. Words that the author writes are not shown. */
const isChoice = (value: unknown): boolean => typeof value === 'string' && /^\S+$/.test(value)

function takes({ connector }: NetworkUnderTest, kind: KindOfPost): string {
  const { format = 'post', files = [], replies, silent, title, firstComment } = kind
  const limits = limitsForFormat(connector.limits, format)
  const isFilm = files.includes('film') || files.includes('wide')
  return [
    ...(isFilm && limits.textWithVideo && !silent ? [lengthOf(limits.textWithVideo)] : []),
    ...(title && limits.title ? [`a title of ${number(limits.title.max)}`] : []),
    ...(files.length > 1 ? [`${limits.image.max} images`] : []),
    ...(isFilm ? [filmOf(limits)] : []),
    ...(files.includes('slides') && limits.document ? [documentOf(limits.document)] : []),
    ...(files.includes('sound') && limits.audio ? [soundOf(limits.audio)] : []),
    ...(firstComment && limits.textOfComment ? [lengthOf(limits.textOfComment)] : []),
    ...(replies && limits.thread ? [`${limits.thread.maxParts} parts`] : []),
  ].join(', ')
}

const lengthOf = (rules: Limits['text']): string => rules.map(({ max, words }) => `${number(max)} ${words}`).join(', ')

const soundOf = ({ maxBytes }: AudioRule): string => `MP3 or M4A, ${Math.floor(maxBytes / 1_000_000)} MB`

const documentOf = ({ maxPages, maxBytes }: DocumentRule): string => `${maxPages} pages, ${maxBytes / 1_000_000} MB`

function filmOf({ video: { minDurationMs = 0, maxDurationMs, maxBytes } }: Limits): string {
  const from = minDurationMs > 0 ? `${minDurationMs / 1_000} to ` : ''
  const time = maxDurationMs === undefined ? '' : `${from}${number(maxDurationMs / 1_000)} s, `
  return `${time}${number(Math.floor(maxBytes / 1_000_000))} MB`
}

/**
 * Returns the calls of a kind, each once and in order with the visible ones in bold, and how the outcome is determined if
 * the response is lost.
 */
function calls({ connector, visibleCalls }: NetworkUnderTest, kind: KindOfPost): readonly [string, string] {
  const names = new Set(connector.plan(asOutgoing(kind)).calls.map((call) => call.split(' ')[1] ?? ''))
  const { by, after, asks, words } = kind.foundOut
  if (!names.has(after) || !visibleCalls.includes(after))
    throw new Error(`${connector.network}, ${kind.name}: ${after} is not one of its visible calls`)
  const found = {
    repeat: 'duplicates are detected',
    handle: `checked by its handle (\`${asks}\`)`,
    newest: `searched for in recent posts (\`${asks}\`)`,
    nobody: '`unknown` until someone has checked',
  }[by]
  return [
    [...names].map((name) => (visibleCalls.includes(name) ? `**${name}**` : name)).join(', '),
    words === undefined ? found : `${found}${by === 'repeat' ? ' ' : '; '}${words}`,
  ]
}

const number = (value: number): string => value.toLocaleString('en')

import { find } from '#rules/find/find.ts'

/**
 * LinkedIn's "little text", in which a backslash escapes reserved characters. An unescaped character does not cause an
 * error: LinkedIn silently cuts the text off there and publishes the post. So everything is escaped except hashtags and
 * mentions, which users write as `@[Name](urn:li:organization:7)`.
 */
const reserved = /[\\|{}@[\]()<>#*_~]/g
const mention = /@\[([^\][\\]{1,200})\]\((urn:li:(?:organization|person):[\w-]{1,100})\)/g

type Token =
  | { readonly is: 'plain'; readonly text: string }
  | { readonly is: 'tag'; readonly text: string; readonly value: string }
  | { readonly is: 'mention'; readonly text: string; readonly urn: string }

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  for (const match of text.matchAll(mention)) {
    const [whole, name = '', urn = ''] = match
    tokens.push(...wordsOf(text.slice(at, match.index)), { is: 'mention', text: name, urn })
    at = match.index + whole.length
  }
  return [...tokens, ...wordsOf(text.slice(at))]
}

function wordsOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const plain = (end: number) => (end > at ? [{ is: 'plain', text: text.slice(at, end) } as const] : [])
  for (const { kind, start, end, value } of find(text, 'plain')) {
    if (kind !== 'tag') continue
    tokens.push(...plain(start), { is: 'tag', text: text.slice(start, end), value })
    at = end
  }
  return [...tokens, ...plain(text.length)]
}

const escaped = (text: string): string => text.replace(reserved, (sign) => `\\${sign}`)

/** Returns the escaped text to send. */
export const littleOf = (text: string): string =>
  tokensOf(text)
    .map((token) => {
      switch (token.is) {
        case 'plain':
          return escaped(token.text)
        case 'tag':
          // A tag with a reserved character must use the long form.
          return /^[\p{L}\p{N}]+$/u.test(token.value) ? `#${token.value}` : `{hashtag|\\#|${escaped(token.value)}}`
        case 'mention':
          return `@[${token.text}](${token.urn})`
        default:
          return token satisfies never
      }
    })
    .join('')

/** Returns the text as readers see it: a mention shows only its name. */
export const seenOf = (text: string): string =>
  tokensOf(text)
    .map((token) => token.text)
    .join('')

/** Returns the visible text of a post from LinkedIn, in which a tag may have the long form. */
export const readLittle = (text: string): string =>
  text
    .replace(/\{hashtag\|(?:\\?#|＃)\|((?:\\_|[^\\{}])*)\}/gu, '#$1')
    .replace(/@\[((?:\\.|[^\\[\]])*)\]\(urn:li:[\w:-]{1,150}\)/g, '$1')
    .replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1')

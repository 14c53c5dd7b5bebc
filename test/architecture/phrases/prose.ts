import type { SourceFile, Tree } from '../tree.ts'

export type ProseKind = 'comment' | 'string' | 'JSX text' | 'Markdown'

/** A piece of prose. Its text has the same length as in the source, so offsets in it are offsets in the source. */
export interface Prose {
  readonly kind: ProseKind
  readonly at: number
  readonly text: string
}

/** Returns the prose of a file of code: its comments as one piece, and each string and JSX text with two words. */
export function proseOfCode({ path, scanned }: SourceFile): Prose[] {
  const comments: Prose = { kind: 'comment', at: 0, text: withoutQuotes(withoutMarkers(scanned.comments)) }
  const strings = scanned.strings.flatMap(({ at, text }): Prose[] =>
    text.includes(' ') ? [{ kind: 'string', at, text }] : [],
  )
  return [comments, ...strings, ...(path.endsWith('x') ? jsxTexts(scanned.code) : [])]
}

/** Returns the prose of a Markdown file, or the comments of a YAML file. */
export function proseOfText({ path, source }: Tree['texts'][number]): Prose[] {
  if (path.endsWith('.md')) return [{ kind: 'Markdown', at: 0, text: withoutQuotes(withoutCode(source)) }]
  if (!/\.ya?ml$/.test(path)) return []
  const comments = source.replace(/^([^#\n]*)(#?)/gm, (_, before: string, mark: string) => blank(before + mark))
  return [{ kind: 'comment', at: 0, text: withoutQuotes(comments) }]
}

/** Blanks the marks at the start of each line of a comment, so that a phrase may span two lines. */
const withoutMarkers = (comments: string): string => comments.replace(/^[ \t]*(?:\/\/|\*(?!\/))/gm, blank)

/** Blanks quotations: code, and text written elsewhere. */
const withoutQuotes = (text: string): string => text.replace(/`[^`\n]*`|“[^“”]{0,400}”/g, hide)

/** Blanks the generated sections, fenced code, HTML comments and targets of links. Code in a line is a quote. */
const withoutCode = (text: string): string =>
  text.replace(
    /<!-- begin: [^>]*generated[^>]*-->[\s\S]*?<!-- end|```[\s\S]*?(?:```|$(?![\s\S]))|<!--[\s\S]*?-->|\]\([^)\s]*\)/g,
    hide,
  )

/** Matches code between two angle brackets that are not tags. */
const isCode = /["'`[\]|]|\n\s*\n|^\s*(?:const|function|interface|readonly|return)\b|\bas const\b/m

function jsxTexts(code: string): Prose[] {
  return [...code.matchAll(/(?<!=)>([^<>{}=;]+)(?=[<{])|\}([^<>{}=;]+)(?=[<{])/g)].flatMap((match): Prose[] => {
    const text = match[1] ?? match[2] ?? ''
    return /\w\s+\w/.test(text) && !isCode.test(text) ? [{ kind: 'JSX text', at: match.index + 1, text }] : []
  })
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** Replaces text with characters that are neither letters nor spaces, so that no phrase spans it. */
const hide = (text: string): string => text.replace(/[^\n]/g, '\0')

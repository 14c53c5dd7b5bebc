import type { Dialect } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import type { PostPreview } from '../../schema.ts'
import { renderText } from '../html.ts'
import type { PreviewWords } from '../words.ts'
import { type Fold, findFold } from './media.ts'

export type Target = PostPreview['targets'][number]

/** The content of one target's preview. */
export interface Preview {
  readonly target: Target
  readonly network: Network
  readonly dialect: Dialect
  /** The name and handle of the account, or of the profile if no account is connected. */
  readonly name: string
  readonly handle: string
  readonly say: PreviewWords
}

/** Returns the text of a part. What the network hides behind “more” opens without a script. */
export function renderBody(text: string, dialect: Dialect, fold: Fold | null = null): string {
  if (text === '') return ''
  const cut = fold && findFold(text, fold)
  if (!fold || cut === null) return `<div class="text" dir="auto">${renderText(text, dialect)}</div>`
  return `<details class="text" dir="auto"><summary>${renderText(text.slice(0, cut), dialect)}<span class="fold"> … ${fold.word}</span></summary>${renderText(text.slice(cut).trimStart(), dialect)}</details>`
}

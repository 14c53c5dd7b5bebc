import { useEffect, useState } from 'react'
import type { Draft } from '../draft/draft.ts'
import { isSigned, sign, unsign } from './sign.ts'
import { SignatureLine } from './signature-line.tsx'

export interface DraftSignatureProps {
  readonly words: string
  /** True if new posts get it, and not only the offer. */
  readonly isAlways: boolean
  readonly draft: Draft
  /** True for a new post whose text only this page writes. */
  readonly isFresh: boolean
  /** True while the text of one account is written. */
  readonly isHidden: boolean
  readonly update: (change: (before: Draft) => Draft) => void
}

/** Adds the brand's signature to the text of a new post, and shows it with a button that removes it or adds it. */
export function DraftSignature({ words, isAlways, draft, isFresh, isHidden, update }: DraftSignatureProps) {
  const [choice, setChoice] = useState<boolean | null>(null)
  const { content, thread } = draft
  const body = unsign(content, words)
  const isWanted = choice ?? (isFresh && isAlways)
  const isThere = [content, ...thread.map((part) => part.content)].some((text) => isSigned(text, words))
  const write = (next: string) => update((before) => ({ ...before, confirmed: [], content: next }))
  // Suggestions and templates replace the text, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `write` only changes the draft
  useEffect(() => {
    if (isWanted && !isThere && content.trim() !== '') write(sign(content, words))
  }, [isWanted, isThere, content, words])
  const isOn = body !== null || (isWanted && !isThere)
  if (isHidden || (isThere && !isOn)) return null
  const toggle = () => {
    setChoice(!isOn)
    if (body !== null) write(body)
  }
  return <SignatureLine words={words} isOn={isOn} onToggle={toggle} />
}

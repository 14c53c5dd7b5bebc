import { useState } from 'react'
import { copyText } from '#web/lib/browser/copy-text.ts'

const shownMs = 2_000

/** Copies a text, and confirms it for a moment. */
export function useCopy(value: string) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    setCopied(await copyText(value))
    setTimeout(() => setCopied(false), shownMs)
  }
  return { isCopied, copy: () => void copy() }
}

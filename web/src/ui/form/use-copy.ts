import { useState } from 'react'

/** False where the page is neither on https nor on loopback. */
export const canCopy = 'clipboard' in navigator

const shownMs = 2_000

/** Copies a text, and tells for a moment that it did. */
export function useCopy(value: string) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return { isCopied, copy: () => void copy() }
}

import { startTransition, useEffect, useState } from 'react'
import type { Draft } from '../draft/draft.ts'

/** A text of 20,000 characters is counted once the keys rest for 200 ms, and a short one between two keys. */
const msPerCharacter = 0.01
const longestPauseMs = 250

/**
 * Follows the draft for all that is counted, checked and shown of its texts. This work grows with the texts, so the longer
 * they are, the longer it waits for the keys to rest. A letter is painted before it in any case.
 */
export function useCounted(draft: Draft): Draft {
  const [counted, setCounted] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setCounted(draft)), pauseFor(draft))
    return () => clearTimeout(timer)
  }, [draft])
  return counted
}

function pauseFor({ content, own, thread }: Draft): number {
  const texts = [
    content,
    ...Object.values(own).map((values) => values.content ?? ''),
    ...thread.map((part) => part.content),
  ]
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  return Math.min(characters * msPerCharacter, longestPauseMs)
}

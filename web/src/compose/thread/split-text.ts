import type { Limits } from '#rules/limits.ts'
import { countFor, fittingLength } from '../check/limits.ts'

const sentenceEnd = /[.!?…。！？]["'”’)]*\s+/g

/**
 * Splits a text into parts that fit: between paragraphs if it can, then between sentences, then between words. Nothing is
 * left out but the space at the seams.
 */
export function splitText(text: string, room: number, limits: Limits): readonly string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest !== '' && countFor(rest, limits) > room) {
    const fits = Math.max(1, fittingLength(rest, room, limits))
    const cut = findSeam(rest.slice(0, fits), rest.slice(fits))
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}

/** A seam in the first third would leave a part nearly empty. */
const leastShare = 3

function findSeam(head: string, tail: string): number {
  const least = head.length / leastShare
  const paragraph = head.lastIndexOf('\n\n')
  if (paragraph > least) return paragraph
  const sentence = [...head.matchAll(sentenceEnd)].at(-1)
  if (sentence && sentence.index + sentence[0].length > least) return sentence.index + sentence[0].length
  if (/^\s/.test(tail)) return head.length
  const word = head.search(/\s\S*$/)
  return word > 0 ? word : head.length
}

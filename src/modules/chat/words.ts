import { readPlatform } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'

/** Takes the first word off a text. Returns it and the rest, without the space around them. */
export function takeWord(text: string): readonly [word: string, rest: string] {
  const words = text.trim()
  const end = words.search(/\s/)
  return end < 0 ? [words, ''] : [words.slice(0, end), words.slice(end).trim()]
}

/** Shortens a plain text between characters, so that what is escaped afterwards stays whole. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text

/** Returns the words by which an alert begins in a chat. */
export const headOfAlert = (severity: string, isOver: boolean): string =>
  isOver ? `Alert over (${severity})` : `Alert (${severity})`

/** Returns a network's name as people write it. */
export function titleOfNetwork(network: string): string {
  const known = readPlatform(network)
  return known ? limitsForNetwork(known).name : network
}

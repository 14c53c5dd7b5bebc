import type { Bad, BadCode } from './contract.ts'

export const bad = (code: BadCode, detail: string): Bad => ({ outcome: 'bad', code, detail })

/** Returns the first line of a decoder's message, without the names of our files. */
export function messageOfError(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const line = text.split('\n').find((one) => one.trim() !== '') ?? ''
  return line.replace(/\/\S+/g, 'the file').trim().slice(0, 200)
}

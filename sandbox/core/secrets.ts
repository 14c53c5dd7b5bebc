import type { World } from './network.ts'

/**
 * What must be new each time, such as codes, in words of seven letters and digits. A stream for each start: a code of the
 * run before must not come again for somebody else.
 */
export function secretsOf({ random, clock }: World, network: string, words = 6): () => string {
  const luck = random.stream(`${network}/secrets/${clock.ms()}`)
  const word = () =>
    Math.floor(luck() * 2 ** 32)
      .toString(36)
      .padStart(7, '0')
  return () => Array.from({ length: words }, word).join('')
}

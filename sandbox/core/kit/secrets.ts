import type { World } from '../network.ts'

/**
 * Generates values that must be unique, such as codes, as groups of seven letters and digits. Each start has its own
 * stream, so that another person never gets a code of an earlier run.
 */
export function secretsOf({ random, clock }: World, network: string, words = 6): () => string {
  const luck = random.stream(`${network}/secrets/${clock.ms()}`)
  const word = () =>
    Math.floor(luck() * 2 ** 32)
      .toString(36)
      .padStart(7, '0')
  return () => Array.from({ length: words }, word).join('')
}

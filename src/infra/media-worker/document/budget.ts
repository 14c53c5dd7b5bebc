import { TooComplex } from '../contract.ts'

/**
 * The work that one document may cause: a unit for each byte that is read as text or unpacked, and some for each token.
 * Pixels and fonts are skipped and cost nothing, so a real document of 100 MB uses a few million.
 */
export interface Budget {
  charge(units: number): void
  left(): number
}

const maxUnits = 32_000_000

export const tokenUnits = 8

export function createBudget(units = maxUnits): Budget {
  let left = units
  return {
    charge(used) {
      left -= used
      if (left < 0)
        throw new TooComplex('The document has more parts than can be checked for scripts and files. Export it again.')
    },
    left: () => left,
  }
}

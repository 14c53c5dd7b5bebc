import type { Messages } from './en/index.ts'

type Verdicts = Messages['verdicts']
type Fault = Parameters<Verdicts['fault']>[0]
type Sentences = Readonly<Record<string, string>>

/** The values that the sentence of a fault names. */
export type FaultParams = NonNullable<Fault['params']>

/** Sentences that name a value of the response, by code; undefined for a response that lacks the value. */
export type BoundWords = Readonly<Record<string, (params: FaultParams) => string | undefined>>

/** Reasons to wait, by code. `said`: the service's own words, in English. `cause`: the translated sentence of its code. */
export type CauseWords = Readonly<Record<string, (said: string, cause?: string) => string>>

/** Faults of single fields. */
export interface FaultWords {
  /** Names of fields, by the last step of their path. */
  readonly fields: Sentences
  /** The sentences of the service's own schemas, by rule. */
  readonly rules: Sentences
  readonly bounds: BoundWords
  readonly faults: Sentences
}

/** The sentences of a language other than English, by the service's codes. */
interface CodeWords {
  readonly issues: Sentences
  readonly failures: Sentences
  readonly losses: Sentences
  readonly rests: Sentences
  readonly waits: CauseWords
  readonly refusals: Sentences
  readonly faults: FaultWords
  /** Adds the reason that a network gave, in the network's words. */
  readonly withReason: (known: string, reason: string) => string
  /** Puts the name of a field before the sentence of its fault. */
  readonly named: (field: string, fault: string) => string
}

/** Builds the verdicts of a language from its sentences. A code without a sentence keeps the service's own words. */
export function verdictsOf(words: CodeWords): Verdicts {
  const { issues, failures, losses, rests, waits, refusals, faults } = words
  const ofCode = (sentences: Sentences, code: string | null) => (code === null ? undefined : sentences[code])
  const fault = (found: Fault): string =>
    sayFault(faults, found) ?? issues[found.code] ?? refusals[found.code] ?? found.message
  return {
    issue: ({ code, message, fix }) =>
      issues[code] ?? faults.faults[code] ?? (fix === undefined ? message : `${message} ${fix}`),
    failure: (code, said) => {
      const known = ofCode(failures, code) ?? ofCode(issues, code) ?? ofCode(rests, code)
      if (known === undefined) return said
      const reason = /“(.+)”/.exec(said)?.[1]
      return reason === undefined ? known : words.withReason(known, reason)
    },
    loss: (code, said) => ofCode(losses, code) ?? said,
    fault,
    refusal: (code, said, errors) => {
      const sentences = new Set(
        errors.map((found) => {
          const field = nameField(faults, found)
          return field === undefined ? fault(found) : words.named(field, fault(found))
        }),
      )
      return sentences.size > 0 ? [...sentences].join(' ') : (refusals[code] ?? said)
    },
    rest: (code, said) => ofCode(rests, code) ?? said,
    wait: ({ reason, detail, code }) => {
      const cause = code === undefined ? undefined : (rests[code] ?? failures[code])
      return waits[reason]?.(detail, cause) ?? detail
    },
  }
}

/** Returns the sentence of a fault, or undefined if the language has none or the response lacks what it needs. */
function sayFault({ rules, bounds, faults }: FaultWords, { code, params = {} }: Fault): string | undefined {
  const rule = params.rule === undefined ? undefined : rules[params.rule]
  return rule ?? bounds[code]?.(params) ?? faults[code]
}

/** Names the field of a fault, for places that are far from the field; undefined for one that no page shows. */
function nameField({ fields }: FaultWords, { path }: Fault): string | undefined {
  const steps = path.split('/').filter((step) => !/^\d*$/.test(step))
  return fields[steps.at(-1) ?? '']
}

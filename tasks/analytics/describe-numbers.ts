import { countWords } from '#rules/count-words.ts'

interface Numbers {
  readonly posts: number
  readonly views: number
  readonly likes: number
  readonly comments: number
  readonly shares: number
  /** Metrics that no network reports. They are 0 here, but their real values are unknown. */
  readonly unavailable: readonly string[]
}

const shown = { views: 'view', likes: 'like', comments: 'comment', shares: 'share' } as const

/** Writes the metrics of posts on one line: `2 posts, 120 views, 1 like, 0 comments`. Unavailable ones are omitted. */
export function describeNumbers(numbers: Numbers): string {
  const parts = Object.entries(shown).flatMap(([name, word]) =>
    numbers.unavailable.includes(name) ? [] : countWords(numbers[name as keyof typeof shown], word),
  )
  return [countWords(numbers.posts, 'post'), ...(parts.length > 0 ? parts : ['no metrics yet'])].join(', ')
}

/** Returns the metrics that are unavailable on all of these networks. */
export function listUnavailable(networks: readonly { readonly unavailable: readonly string[] }[]): string[] {
  const [first, ...others] = networks
  return (first?.unavailable ?? []).filter((name) => others.every(({ unavailable }) => unavailable.includes(name)))
}

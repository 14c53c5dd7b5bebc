import { countWords } from '#rules/count-words.ts'

interface Numbers {
  readonly posts: number
  readonly views: number
  readonly likes: number
  readonly comments: number
  readonly shares: number
  /** The numbers that no network has told. They are 0 here, and nobody knows them. */
  readonly unavailable: readonly string[]
}

const shown = { views: 'view', likes: 'like', comments: 'comment', shares: 'share' } as const

/** Writes the numbers of posts in one line: `2 posts, 120 views, 1 like, 0 comments`. Unavailable ones are left out. */
export function describeNumbers(numbers: Numbers): string {
  const told = Object.entries(shown).flatMap(([name, word]) =>
    numbers.unavailable.includes(name) ? [] : countWords(numbers[name as keyof typeof shown], word),
  )
  return [countWords(numbers.posts, 'post'), ...(told.length > 0 ? told : ['no numbers yet'])].join(', ')
}

/** Returns the numbers that are unavailable on every one of these networks. */
export function listUnavailable(networks: readonly { readonly unavailable: readonly string[] }[]): string[] {
  const [first, ...others] = networks
  return (first?.unavailable ?? []).filter((name) => others.every(({ unavailable }) => unavailable.includes(name)))
}

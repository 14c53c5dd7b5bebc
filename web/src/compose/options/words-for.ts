type Words = Readonly<Record<string, string>>

interface OptionWords {
  readonly values: Words
  readonly valuesOf: Readonly<Record<string, Words>>
}

/**
 * One value means different things on different networks: `private` is only for the author on YouTube, but for
 * followers on Mastodon.
 */
export const wordsFor = (network: string, { values, valuesOf }: OptionWords): Words => ({
  ...values,
  ...valuesOf[network],
})

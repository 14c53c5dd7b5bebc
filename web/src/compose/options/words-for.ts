type Words = Readonly<Record<string, string>>

interface OptionWords {
  readonly values: Words
  readonly valuesOf: Readonly<Record<string, Words>>
}

/** One value means different things on different networks: YouTube’s `private` is for nobody else, Mastodon’s for followers. */
export const wordsFor = (network: string, { values, valuesOf }: OptionWords): Words => ({
  ...values,
  ...valuesOf[network],
})

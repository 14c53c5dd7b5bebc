type Schema = { readonly [name: string]: unknown }

/** Differences between our requests and a network's document, each with its reason. */
export interface Differences {
  /** Paths that the document omits. */
  readonly besides: readonly string[]
  /** Parameters by the name that we send. */
  readonly parameters: Readonly<Record<string, string>>
  /** Values of lists by the name that we send. Empty if the document does not list the value. */
  readonly values: Readonly<Record<string, string>>
  /** Corrects the schema of a body. */
  adjust(schema: Schema, value: unknown): Schema
}

const asItIs = (schema: Schema): Schema => schema

export const differences = {
  x: {
    // Signing in is described on separate pages.
    besides: ['/2/oauth2/token', '/2/oauth2/revoke'],
    // The document renames tweets to posts, but the documentation pages still have the old names.
    parameters: { 'tweet.fields': 'post.fields' },
    // The last three are on the pages of the timelines. The document has them in its responses, the first as
    // `referenced_posts`.
    values: { note_tweet: 'note_post', referenced_tweets: '', author_id: '', in_reply_to_user_id: '' },
    adjust: asItIs,
  },
  mastodon: {
    // The older description of an instance, and NodeInfo, which is a separate standard.
    besides: ['/api/v1/instance', '/.well-known/nodeinfo', '/nodeinfo/2.0'],
    parameters: {},
    values: {},
    adjust(schema, value) {
      const { grant_type: grant } = value as Readonly<Record<string, unknown>>
      // An app-only token needs neither a code nor a callback, as the documentation says in prose.
      if (grant === 'client_credentials') return { ...schema, required: ['client_id', 'client_secret', 'grant_type'] }
      // A post with text and files matches two of the kinds that the document separates.
      const { oneOf: kinds } = schema
      return kinds === undefined ? schema : { anyOf: kinds }
    },
  },
} as const satisfies Readonly<Record<string, Differences>>

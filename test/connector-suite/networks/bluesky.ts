import { bluesky as connector } from '#connectors/bluesky/index.ts'
import type { Connector } from '#connectors/connector.ts'
import { signInAt } from '#test/world/bluesky.ts'
import { foundBy, kinds } from '../kinds.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

const quoting = {
  setting: 'quote',
  by: 'url',
  example: 'https://bsky.app/profile/ada.bsky.social/post/3k2a4bcdefg22',
  wrong: [
    ['https://bsky.app/profile/ada.bsky.social', /its link/],
    ['at://did:plc:abc/app.bsky.feed.generator/news', /AT URI/],
    ['https://x.com/ada/status/1', /its link/],
    ['3k2a4bcdefg22', /its link/],
  ],
} as const

const fields = (person: string, appPassword: string) => ({ identifier: `${person}.sandbox`, appPassword })

export const bluesky: NetworkUnderTest = {
  connector,
  signsIn: {
    fields: (_, person) => fields(person, 'sand-boxx-pass-word'),
    wrongFields: (_, person) => fields(person, 'no-such-pass-word'),
  },
  secretsOf: ({ accessJwt, refreshJwt }) => ['sand-boxx-pass-word', String(accessJwt), String(refreshJwt)],
  absentId: (uri) => uri.replace(/[^/]+$/, '3k2a4bcdefg22'),
  // Current servers accept twice the bytes per file and twice the images per gallery; only clients limit alt text.
  enforces: ['text'],
  visibleCalls: ['putRecord'],
  kinds: foundBy(
    { after: 'putRecord', by: 'repeat', words: 'by our record key' },
    kinds.text,
    kinds.linkCard,
    kinds.picture,
    kinds.pictures,
    { ...kinds.pictures, name: 'gallery', files: ['picture', 'other', 'third', 'fourth', 'fifth'] },
    kinds.moving,
    kinds.video,
    { name: 'quote', quotes: quoting },
    { name: 'quote with images', files: ['picture', 'other'], quotes: quoting },
    kinds.thread,
    kinds.firstComment,
  ),
}

const connectByConsent: NonNullable<Connector['auth']['connect']> = (http, { identifier }) =>
  signInAt(http, String(identifier), String(identifier).replace('.sandbox', ''))

/** The session of a consent, whose calls include proofs of its key. */
export const byConsent: NetworkUnderTest = {
  ...bluesky,
  title: 'bluesky by consent',
  connector: { ...connector, auth: { ...connector.auth, connect: connectByConsent } },
}

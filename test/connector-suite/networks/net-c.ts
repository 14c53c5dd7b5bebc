import { netC as connector } from '#connectors/net-c/index.ts'
import { foundBy, kinds } from '../kinds.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

/** As an organization, whose posts may be looked at; a member's are tried beside the connector. */
export const netC: NetworkUnderTest = {
  connector,
  signsIn: { page: (person) => `${person}-works` },
  ledgerName: (person) => `${person}-works`,
  secretsOf: ({ accessToken }) => [String(accessToken)],
  absentId: (id) => id.replace(/\d+$/, '1'),
  enforces: ['text', 'images', 'altText'],
  filmsWithoutAlt: true,
  // The pictures of a carousel are the pages of one document.
  filesSeen: ({ format, parts }) => (format === 'carousel' ? 1 : (parts[0]?.media.length ?? 0)),
  neverSaysHowLong: true,
  visibleCalls: ['createPost', 'createComment'],
  kinds: [
    ...foundBy(
      { after: 'createPost', by: 'repeat', words: 'it says which post is there; later, the newest posts' },
      kinds.text,
      kinds.linkBelow,
      {
        name: 'article',
        link: 'https://example.com/harbour',
        settings: { article: { title: 'The harbour' } },
        card: true,
      },
      kinds.picture,
      { ...kinds.pictures, format: 'post' },
      kinds.moving,
      kinds.video,
      {
        name: 'poll',
        also: ['Tea', 'Coffee'],
        settings: { poll: { question: 'Which?', options: ['Tea', 'Coffee'], days: 1 } },
      },
    ),
    ...foundBy({ after: 'createComment', by: 'newest', asks: 'getComments' }, kinds.firstComment),
    ...foundBy(
      { after: 'createPost', by: 'repeat', words: 'it says which post is there; later, `unknown`' },
      { ...kinds.text, name: 'text of a member', scopes: ['r_basicprofile', 'w_member_social'] },
    ),
  ],
}

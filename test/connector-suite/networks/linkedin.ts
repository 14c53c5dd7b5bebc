import { linkedin as connector } from '#connectors/linkedin/index.ts'
import { foundBy, kinds } from '../kinds.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

const article = { ...kinds.linkCard, format: 'article', title: 'The harbour' } as const

/** LinkedIn as an organization, whose posts can be read. The tests of the connector cover members. */
export const linkedin: NetworkUnderTest = {
  connector,
  signsIn: { page: (person) => `${person}-works` },
  ledgerName: (person) => `${person}-works`,
  secretsOf: ({ accessToken }) => [String(accessToken)],
  absentId: (id) => id.replace(/\d+$/, '1'),
  enforces: ['text', 'images', 'altText'],
  filmsWithoutAlt: true,
  // The images of a carousel are the pages of one document.
  filesSeen: ({ format, parts }) => (format === 'carousel' ? 1 : (parts[0]?.media.length ?? 0)),
  neverSaysHowLong: true,
  visibleCalls: ['createPost', 'createComment'],
  kinds: [
    ...foundBy(
      {
        after: 'createPost',
        by: 'repeat',
        words: 'by the first post; after some minutes, in recent posts (`getPosts`)',
      },
      kinds.text,
      kinds.linkBelow,
      { ...kinds.linkCard, name: 'link with a card', settings: { article: { title: 'The harbour' } } },
      { ...article, name: 'article' },
      { ...article, name: 'article with a picture', files: ['picture'], becomes: 'cover' },
      kinds.picture,
      { ...kinds.pictures, format: 'post' },
      { ...kinds.pictures, name: 'document of pictures', title: 'The harbour', becomes: 'document' },
      { name: 'own document', format: 'carousel', title: 'The harbour', files: ['slides'] },
      kinds.moving,
      kinds.video,
      { ...kinds.poll, settings: { poll: { ...kinds.poll.settings.poll, question: 'Which?' } } },
      {
        name: 'reshare',
        quotes: {
          setting: 'reshare',
          by: 'url',
          example: 'https://www.linkedin.com/feed/update/urn:li:share:7123456789012345678/',
          wrong: [
            ['https://www.linkedin.com/feed/update/urn:li:activity:7123456789012345678/', /Embed this post/],
            ['https://www.linkedin.com/posts/ada_works-activity-7123456789012345678-AbCd', /Embed this post/],
            ['https://www.linkedin.com/company/works', /urn:li:share/],
            ['7123456789012345678', /urn:li:share/],
          ],
        },
      },
    ),
    ...foundBy({ after: 'createComment', by: 'newest', asks: 'getComments' }, kinds.firstComment),
    ...foundBy(
      { after: 'createPost', by: 'repeat', words: 'by the first post; after some minutes, `unknown`' },
      { ...kinds.text, name: 'text of a member', scopes: ['r_basicprofile', 'w_member_social'] },
    ),
  ],
}

import { threads as connector } from '#connectors/threads/index.ts'
import { foundBy, kinds } from '../kinds.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

export const threads: NetworkUnderTest = {
  connector,
  signsIn: {},
  secretsOf: ({ token }) => [String(token)],
  absentId: () => '17000000000000001',
  enforces: ['text', 'images', 'altText', 'imageBytes'],
  renewsAfterMs: 86_400_000,
  neverSaysHowLong: true,
  visibleCalls: ['publishContainer'],
  kinds: foundBy(
    { after: 'publishContainer', by: 'handle', asks: 'getContainer' },
    kinds.text,
    kinds.linkCard,
    kinds.picture,
    kinds.pictures,
    kinds.video,
    { name: 'pictures and a video', format: 'carousel', files: ['picture', 'film'] },
    kinds.poll,
    {
      name: 'quote',
      quotes: {
        setting: 'quotePostId',
        by: 'remoteId',
        example: '18000000000000001',
        wrong: [['https://www.threads.com/@ada/post/DAbC1', /numeric ID.*platformPostId/]],
      },
    },
    kinds.thread,
    kinds.firstComment,
  ),
}

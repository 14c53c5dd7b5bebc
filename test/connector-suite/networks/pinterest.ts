import { pinterest as connector } from '#connectors/pinterest/index.ts'
import { foundBy, kinds } from '../kinds.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'

export const pinterest: NetworkUnderTest = {
  connector,
  signsIn: {},
  secretsOf: ({ accessToken, refreshToken }) => [String(accessToken), String(refreshToken)],
  absentId: () => '900000000000000001',
  enforces: ['text', 'images', 'altText', 'imageBytes'],
  async chooses(options) {
    const { boards } = (await options()) as { readonly boards: readonly { readonly id: string }[] }
    return { boardId: boards[0]?.id ?? null }
  },
  visibleCalls: ['createPin'],
  kinds: foundBy(
    { after: 'createPin', by: 'newest', asks: 'getBoardPins' },
    kinds.picture,
    {
      ...kinds.picture,
      name: 'pin with title and link',
      format: 'pin',
      title: 'The harbour',
      link: 'https://example.com/harbour',
      also: ['https://example.com/harbour'],
      seen: ({ title, text }) => `${title}\n\n${text}`,
    },
    kinds.pictures,
    kinds.video,
  ),
}

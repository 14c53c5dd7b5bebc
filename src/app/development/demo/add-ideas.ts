import { after, days } from '#kernel/clock.ts'
import { type DemoApi, requireDone } from './open-api.ts'

interface DemoIdea {
  readonly title: string
  readonly text?: string
  readonly url?: string
  readonly label?: string
  /** The number of its image. */
  readonly picture?: number
}

/** The ideas in each stage, from the bottom to the top. */
const demoIdeas: readonly (readonly DemoIdea[])[] = [
  [
    { title: 'Ask: which mug do you reach for first?' },
    { title: 'Interview with Selam from the washing station', text: 'She is here in the second week of the month.' },
    {
      title: 'What happens to the coffee grounds',
      text: 'The mushroom farm picks them up on Fridays.',
      label: 'behind-the-scenes',
    },
    { title: '', url: 'https://example.com/why-water-matters' },
    { title: 'A map of all ten farms', label: 'new-coffee', picture: 0 },
  ],
  [
    {
      title: 'Three mistakes with a moka pot',
      text: 'Water too cold\nToo fine\nLeft on the stove',
      label: 'how-to',
      picture: 4,
    },
    { title: 'Cupping for people who don’t like sour coffee', text: 'Short video, one spoon per cup.', label: 'event' },
  ],
  [
    {
      title: 'The drum at 6 a.m.',
      text: 'The drum at 6 a.m. is the warmest place in town.',
      label: 'behind-the-scenes',
      picture: 2,
    },
  ],
]

/** The notes: their text, the day of their start and their length. */
const demoNotes = [
  { text: 'Coffee fair, hall 3', from: 4, length: 3, label: 'event' },
  { text: 'Guji arrives', from: 8, length: 1, label: 'new-coffee' },
  { text: 'Shop closed for inventory', from: 13, length: 1 },
] as const

interface Place {
  readonly profileId: string
  readonly mediaIds: readonly string[]
  readonly now: Date
}

/** Fills the board of ideas and writes notes on days of the calendar. */
export async function addIdeas(api: DemoApi, { profileId, mediaIds, now }: Place): Promise<void> {
  const { labels } = requireDone(await api.get(`/v1/labels?profileId=${profileId}`)) as unknown as {
    readonly labels: readonly { readonly id: string; readonly name: string }[]
  }
  const idOf = (name: string | undefined) => labels.find((label) => label.name === name)?.id
  const { stages } = requireDone(await api.get(`/v1/idea-stages?profileId=${profileId}`)) as unknown as {
    readonly stages: readonly { readonly id: string }[]
  }
  for (const [nth, ideas] of demoIdeas.entries())
    for (const { label, picture, ...idea } of ideas) {
      const labelId = idOf(label)
      const mediaId = picture === undefined ? undefined : mediaIds[picture]
      const lists = { labelIds: labelId ? [labelId] : [], mediaIds: mediaId ? [mediaId] : [] }
      requireDone(await api.post('/v1/ideas', { profileId, stageId: stages[nth]?.id, ...idea, ...lists }))
    }
  const dayAt = (ahead: number) => after(now, days(ahead)).toISOString().slice(0, 10)
  for (const { text, from, length, ...note } of demoNotes) {
    const labelId = idOf('label' in note ? note.label : undefined) ?? null
    const period = { fromDate: dayAt(from), toDate: dayAt(from + length - 1) }
    requireDone(await api.post('/v1/calendar-notes', { profileId, text, labelId, ...period }))
  }
}

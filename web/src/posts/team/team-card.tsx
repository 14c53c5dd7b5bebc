import { useMessages } from '#web/i18n/index.ts'
import { Card } from '#web/ui/card.tsx'
import { type DiscussedPost, TeamTalk } from './team-talk.tsx'

/** Shows what colleagues write to each other about a post. Clients never see it, and the card says so. */
export function TeamCard({ post }: { readonly post: DiscussedPost }) {
  const { team } = useMessages('team')
  return (
    <Card title={team.title} lead={team.lead}>
      <TeamTalk post={post} />
    </Card>
  )
}

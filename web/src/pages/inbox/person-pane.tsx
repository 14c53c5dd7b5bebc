import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { InboxFilter } from '#web/app/inbox-search.ts'
import { useMessages } from '#web/i18n/index.ts'
import { linkStyle } from '#web/ui/button.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { type Conversation, itemsQuery, ofPersonQuery } from './inbox-query.ts'
import { nameOf, textOf } from './name-of.ts'
import { safeUrl } from './safe-url.ts'
import { shortAge } from './short-age.ts'

interface PersonProps {
  readonly conversation: Conversation
  readonly filter: InboxFilter
}

/** The person of a conversation, and their other conversations with the account. */
export function PersonPane({ conversation, filter }: PersonProps) {
  const { inbox: words } = useMessages('inbox')
  const { id, profileId, accountId, network, person } = conversation
  const found = useQuery(ofPersonQuery(profileId, accountId, person.handle)).data
  const others = found?.filter((one) => one.id !== id)
  const items = useQuery(itemsQuery(profileId, id)).data
  const address = safeUrl(items?.find(({ sender }) => !sender.isUs)?.url ?? null)
  const name = nameOf(person)
  return (
    <aside aria-label={words.person} className="inbox-person">
      <div className="grid justify-items-center gap-1 pt-2 text-center">
        <span className="relative">
          <Face name={name} size={64} />
          <span className="-end-1 -bottom-1 absolute grid size-6 place-items-center rounded-full bg-surface text-ink shadow-1 ring-1 ring-line">
            <NetworkMark network={network} className="size-3.5" />
          </span>
        </span>
        <p className="mt-2 max-w-full break-words font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p className="max-w-full break-words text-ink-3 text-xs">
          <bdi>@{person.handle}</bdi>
        </p>
        {address && (
          <a href={address} target="_blank" rel="noopener nofollow ugc" className={`${linkStyle} mt-1`}>
            {words.openOn(networks[network].name)}
          </a>
        )}
      </div>
      {others && (
        <section className="grid gap-2">
          <h3 className="font-medium text-ink-3 text-xs">{words.earlier}</h3>
          {others.length === 0 && <p className="text-ink-3 text-sm">{words.noEarlier}</p>}
          {others.map((one) => (
            <Link
              key={one.id}
              to="/p/$profileId/inbox"
              params={{ profileId }}
              search={{ ...filter, open: one.id }}
              className="grid gap-0.5 rounded-md border border-line px-3 py-2 hover:bg-sunken"
            >
              <OneLine className="text-sm">{textOf(one.last, one, words)}</OneLine>
              <span className="text-ink-3 text-xs">
                {words.kinds[one.kind]} · {words.shows[one.state]} · {shortAge(one.lastInAt)}
              </span>
            </Link>
          ))}
        </section>
      )}
    </aside>
  )
}

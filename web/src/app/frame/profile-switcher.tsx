import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useFrameMessages } from '#web/i18n/frame.ts'
import { Icon } from '#web/icons/icon.tsx'
import { BrandTile } from '#web/ui/marks/brand-tile.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { profilesQuery } from '../queries.ts'

/** Shows the name of the open profile and switches to another. */
export function ProfileSwitcher({ profileId }: { readonly profileId: string }) {
  const { shell } = useFrameMessages()
  const navigate = useNavigate()
  const { data: profiles } = useQuery(profilesQuery)
  const current = profiles?.find(({ id }) => id === profileId)
  const name = current?.name ?? (profiles ? shell.noProfile : '')
  return (
    <Menu
      triggerClass="flex min-h-10 w-full items-center gap-2.5 rounded-md px-2 text-start hover:bg-sunken wide:bg-surface wide:ring-1 wide:ring-line md:max-wide:justify-center md:max-wide:px-0"
      trigger={
        <>
          <BrandTile name={current ? name : ''} color={current?.brandColor} url={current?.avatarUrl} />
          <span className="sr-only">{shell.profile}: </span>
          <span className="line-clamp-2 min-w-0 flex-1 break-words font-medium max-md:text-sm leading-tight md:max-wide:sr-only">
            <bdi>{name}</bdi>
          </span>
          <Icon name="chevron" className="size-4 text-ink-3 md:max-wide:hidden" />
        </>
      }
    >
      {profiles?.map(({ id, name, brandColor, avatarUrl }) => (
        <MenuItem key={id} onSelect={() => void navigate({ to: '/p/$profileId', params: { profileId: id } })}>
          <BrandTile name={name} color={brandColor} url={avatarUrl} />
          <OneLine className="max-w-56">{name}</OneLine>
        </MenuItem>
      ))}
    </Menu>
  )
}

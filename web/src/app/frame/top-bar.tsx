import { AccountMenu } from './account-menu.tsx'
import { ProfileSwitcher } from './profile-switcher.tsx'

/** The top of a phone's page: the profile that is open, and the menu of the user. */
export function TopBar({ profileId }: { readonly profileId: string }) {
  return (
    <div className="flex items-center justify-between gap-2 border-line border-b bg-surface px-2 py-1 md:hidden">
      <div className="min-w-0 flex-1">
        <ProfileSwitcher profileId={profileId} />
      </div>
      <AccountMenu profileId={profileId} isCompact />
    </div>
  )
}

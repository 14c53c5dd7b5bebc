import type { IconName } from '#web/icons/icon.tsx'
import type { Band } from './bands.ts'

/** The shape and the colour of each cause. Words are next to them wherever a band begins. */
export const bandLooks: Readonly<Record<Band['cause'], { readonly icon: IconName; readonly color: string }>> = {
  grant: { icon: 'plug', color: 'text-held' },
  quota: { icon: 'chart', color: 'text-partial' },
  plan: { icon: 'user', color: 'text-scheduled' },
  clock: { icon: 'clock', color: 'text-ink-2' },
}

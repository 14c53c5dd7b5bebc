import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type SlotPlan = Result<'listSlotPlans'>['slotPlans'][number]
type SlotList = Result<'listSlots'>
export type Slot = SlotList['slots'][number]

/** The weekly posting times of a brand, oldest first. */
export const slotPlansQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['slot-plans', profileId],
    queryFn: async () => (await api.listSlotPlans({ profileId })).slotPlans,
  })

/** The times of a plan in a period, with their posts and with what would hold a post there. Events of posts refresh it. */
export const slotsQuery = (profileId: string, planId: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'slots', planId, from, to],
    queryFn: () => api.listSlots({ id: planId, from, to }),
  })

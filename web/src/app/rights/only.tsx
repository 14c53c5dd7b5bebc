import type { ReactNode } from 'react'
import { useRights } from './rights.ts'

interface OnlyProps {
  readonly children: ReactNode
}

/** Shows its content to those who can write in the brand. */
export function WritersOnly({ children }: OnlyProps) {
  return useRights().mayWrite && children
}

/** Shows its content to those who can schedule and publish in the brand. */
export function PublishersOnly({ children }: OnlyProps) {
  return useRights().mayPublish && children
}

/** Shows its content to the owner and the admins of the brand. */
export function AdminsOnly({ children }: OnlyProps) {
  return useRights().mayManage && children
}

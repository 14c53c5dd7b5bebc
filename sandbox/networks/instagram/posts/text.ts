import type { Rules } from '../rules.ts'

export const lengthOf = ({ countsCodeUnits }: Readonly<Rules>, text: string): number =>
  countsCodeUnits ? text.length : [...text].length

export const hashtagsIn = (text: string): number => text.match(/(?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]+/gu)?.length ?? 0
export const mentionsIn = (text: string): number => text.match(/(?<![\p{L}\p{N}_.])@[A-Za-z0-9_]/gu)?.length ?? 0

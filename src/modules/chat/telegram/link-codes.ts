import { createLinkCodes } from '../link-codes/link-codes.ts'

export const telegramCodes = createLinkCodes('telegramCode', 8)

import type { Button, Keyboard } from '../state/records.ts'
import { bad } from './answers.ts'

const maxButtons = 100
const maxDataBytes = 64

/** Reads the buttons under a message. */
export function keyboardIn(markup: unknown): Keyboard {
  if (markup === undefined || markup === null) return []
  const rows = (markup as { inline_keyboard?: unknown }).inline_keyboard
  if (rows === undefined) return []
  if (!Array.isArray(rows) || !rows.every(Array.isArray))
    return bad("can't parse inline keyboard button: expected an Array")
  const buttons = rows.flat() as readonly Button[]
  if (buttons.length > maxButtons) bad('reply markup is too long')
  for (const { text, callback_data: data, url } of buttons) {
    if (typeof text !== 'string' || text === '')
      bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if (data === undefined && url === undefined)
      bad("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if (data !== undefined && (data === '' || Buffer.byteLength(data) > maxDataBytes)) bad('BUTTON_DATA_INVALID')
    if (url !== undefined && !URL.canParse(url)) bad(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`)
  }
  return rows.filter((row) => row.length > 0) as Keyboard
}

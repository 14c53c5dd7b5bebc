/** Replaces a part of a text field's text as if it were typed, and puts the caret after it. */
export function insertText(field: HTMLTextAreaElement, text: string, from: number, to: number): void {
  field.focus()
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

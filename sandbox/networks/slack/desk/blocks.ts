import { isTree } from '../../../core/kit/tree.ts'
import { escaped, link } from '../../../core/pages/frame/html.ts'
import type { Block } from '../state/records.ts'

/** Blocks as HTML: texts, buttons, and the fields of a form. Buttons are named `press`. */
export const renderBlocks = (blocks: readonly Block[], errors: Readonly<Record<string, string>> = {}): string =>
  blocks.map((block, at) => renderBlock(block, String(block.block_id ?? `b${at}`), errors)).join('')

function renderBlock(block: Block, id: string, errors: Readonly<Record<string, string>>): string {
  switch (block.type) {
    case 'section':
      return `<div class="section"><p>${textOf(block.text)}</p>${block.accessory ? element(block.accessory, id) : ''}</div>`
    case 'header':
      return `<h3>${textOf(block.text)}</h3>`
    case 'divider':
      return '<hr>'
    case 'context':
      return `<p class="quiet">${listOf(block.elements).map(textOf).join(' ')}</p>`
    case 'actions':
      return `<p class="actions">${listOf(block.elements)
        .map((one) => element(one, id))
        .join(' ')}</p>`
    case 'image':
      return `<p class="quiet">Picture: ${escaped(String(block.alt_text))}</p>`
    case 'input': {
      const error = errors[id]
      const hint = block.hint ? `<span class="quiet">${textOf(block.hint)}</span>` : ''
      const optional = block.optional === true ? ' <span class="quiet">(optional)</span>' : ''
      const message = error === undefined ? '' : `<span class="bad">${escaped(error)}</span>`
      return `<label class="field"><span>${textOf(block.label)}${optional}</span>${element(block.element, id)}${hint}${message}</label>`
    }
    default:
      return `<p>${escaped(String(block.text ?? ''))}</p>`
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text of Slack: three signs are escaped in it, and links are in angle brackets. */
function textOf(value: unknown): string {
  if (!isTree(value)) return ''
  const text = String(value.text ?? '')
  const pieces = text.split(/<(https?:[^<>|]+)(?:\|([^<>]*))?>/)
  return pieces
    .map((piece, at) => {
      if (at % 3 === 0) return marked(piece)
      return at % 3 === 1 ? link(plain(piece), escaped(plain(pieces[at + 1] ?? piece))) : ''
    })
    .join('')
}

export const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '')

const marked = (text: string): string =>
  escaped(plain(text))
    .replace(/\*([^*\n]+)\*/g, '<strong>$1</strong>')
    .replace(/`([^`\n]+)`/g, '<code>$1</code>')

function element(value: unknown, blockId: string): string {
  if (!isTree(value)) return ''
  const name = escaped(`${blockId}/${value.action_id}`)
  switch (value.type) {
    case 'button':
      return typeof value.url === 'string'
        ? link(value.url, textOf(value.text), 'button')
        : `<button name="press" value="${escaped(String(value.action_id))}" class="${escaped(String(value.style ?? ''))}">${textOf(value.text)}</button>`
    case 'plain_text_input': {
      const text = escaped(String(value.initial_value ?? ''))
      return value.multiline === true
        ? `<textarea name="${name}" rows="5">${text}</textarea>`
        : `<input name="${name}" value="${text}">`
    }
    case 'url_text_input':
      return `<input type="url" name="${name}" value="${escaped(String(value.initial_value ?? ''))}">`
    case 'datepicker':
      return `<input type="date" name="${name}" value="${escaped(String(value.initial_date ?? ''))}">`
    case 'timepicker':
      return `<input type="time" name="${name}" value="${escaped(String(value.initial_time ?? ''))}">`
    case 'static_select':
    case 'multi_static_select':
    case 'checkboxes':
      return select(value, name)
    default:
      return ''
  }
}

function select(value: Block, name: string): string {
  const chosen = [value.initial_option, ...listOf(value.initial_options)].map((one) => (isTree(one) ? one.value : null))
  const options = listOf(value.options).map((one) => {
    const option = one as Block
    const is = chosen.includes(option.value) ? ' selected' : ''
    return `<option value="${escaped(String(option.value))}"${is}>${textOf(option.text)}</option>`
  })
  const many = value.type === 'static_select' ? '' : ' multiple'
  const none = many === '' && value.initial_option === undefined ? '<option value="">Choose</option>' : ''
  return `<select name="${name}"${many}>${none}${options.join('')}</select>`
}

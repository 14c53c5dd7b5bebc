/** Returns a PDF of empty pages. `catalog` and `page` are added to the dictionaries of the document and its pages. */
export function pdfOf(
  pages: number,
  width: number | bigint = 640,
  height: number | bigint = 480,
  { catalog = '', page = '' } = {},
): Buffer {
  const kids = Array.from({ length: pages }, (_, nth) => `${nth + 3} 0 R`).join(' ')
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    ...Array.from({ length: pages }, () => `<</Type /Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]${page}>>`),
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((object, nth) => {
    const place = text.length
    text += `${nth + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(`${text}${table}trailer<</Root 1 0 R/Size ${size}>>\nstartxref\n${text.length}\n%%EOF`)
}

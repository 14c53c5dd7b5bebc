import type { AreaMessages } from '../../en/index.ts'

export const mentions: AreaMessages['mentions'] = {
  title: 'Menciones',
  saved: 'Textos',
  book: 'Libro de menciones',
  parts: 'Textos guardados y menciones',
  lead: 'Personas y empresas con su nombre en cada red. Escribe @ en una publicación para mencionarlas.',
  empty: 'Aún no hay menciones',
  new: 'Añadir mención',
  addNamed: (name) => `Añadir “${name}” al libro`,
  editTitle: 'Editar mención',
  name: 'Nombre',
  nameHint: 'Para LinkedIn, usa el nombre exacto de la cuenta.',
  handleOn: (network) => `Nombre de usuario en ${network}`,
  urnOn: (network) => `ID en ${network}`,
  edit: (name) => `Editar “${name}”`,
  remove: (name) => `Eliminar “${name}”`,
  removeTitle: (name) => `¿Eliminar “${name}”?`,
  removeLead: 'Las publicaciones con esta mención no cambian. No se puede deshacer.',
  confirm: 'Eliminar mención',
  fromBook: 'Libro',
  notFound: (network) => `${network} no pudo buscar. Estos nombres son del libro.`,
}

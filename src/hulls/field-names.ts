/** What messages call the mesh. */
export const FIELD: string = 'mesh'

/**
 * SQL: the name that a workspace shows of a member (`membership m`, `person p`), for who may not know addresses. Where nobody wrote a
 * name it is the address, of which only what is before the @ is told.
 */
export const NAME_WITHOUT_ADDRESS = `regexp_replace(coalesce(m.shown_name, p.name), '^([^@[:space:]]+)@[^@[:space:]]+$', '\\1')`;

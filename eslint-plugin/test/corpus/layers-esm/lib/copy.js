export const withoutId = ({ _id, ...rest }) => rest
export const stamped = (data) => ({ ...data, at: new Date() })
export const named = (data) => ({ from: data.from, to: data.to })

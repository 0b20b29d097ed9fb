export function ReviewPage(p: { id: string }) {
  return <p>{p.id}</p>;
}

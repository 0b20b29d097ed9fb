export function FairnessPage(p: { id: string }) {
  return <p>{p.id}</p>;
}

// A shape of the model as a mesh. Lengths are along z and centred, as in the model file.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CylinderGeometry, ExtrudeGeometry,
  LatheGeometry, Mesh, MeshStandardMaterial, Object3D, Shape, SphereGeometry, Vector2,
} from "three";
import { decodeIndices, decodeNumbers } from "../decode";
import type { RawMesh, RawShape } from "../report";

export const ROUND = 40;   // sides of what is round

function tube(outer: number, inner: number, length: number, round: number): BufferGeometry {
  const h = length / 2;
  const corners: [number, number][] =
    [[inner, -h], [outer, -h], [outer, -h], [outer, h], [outer, h], [inner, h], [inner, h], [inner, -h]];
  return new LatheGeometry(corners.map(([x, y]) => new Vector2(x, y)), round).rotateX(Math.PI / 2);
}

function extrusion(outline: [number, number][], length: number): BufferGeometry {
  const shape = new Shape(outline.map(([x, y]) => new Vector2(x, y)));
  return new ExtrudeGeometry(shape, { depth: length, bevelEnabled: false }).translate(0, 0, -length / 2);
}

function mesh(raw: RawMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(decodeNumbers(raw.points)), 3));
  const triangles = decodeIndices(raw.triangles);
  if (triangles.length > 0) geometry.setIndex(new BufferAttribute(triangles, 1));
  // Flat shading: each triangle has corners of its own.
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  flat.computeVertexNormals();
  return flat;
}

/** The same shape at another size has the same geometry; `scale` times as large. */
export interface Sized {
  unit: RawShape;
  scale: number;
}

export function sized(raw: RawShape): Sized {
  const by = (scale: number): Sized => {
    const part = (x: number | undefined) => (x === undefined ? undefined : Number((x / scale).toPrecision(6)));
    return { scale, unit: { kind: raw.kind, size: raw.size?.map((x) => part(x)!), radius: part(raw.radius),
      inner_radius: part(raw.inner_radius), length: part(raw.length) } };
  };
  const most = raw.kind === "box" ? Math.max(...(raw.size ?? [])) : raw.radius ?? 0;
  if (["box", "sphere", "cylinder", "capsule", "tube"].includes(raw.kind) && most > 0 && Number.isFinite(most))
    return by(most);
  if (raw.kind === "mesh" && raw.mesh !== undefined)
    return { unit: { kind: "mesh", mesh: raw.mesh }, scale: raw.scale ?? 1 };
  const { pose: _pose, color: _color, automatic: _automatic, ...unit } = raw;
  return { unit, scale: 1 };
}

export function geometryOf(raw: RawShape, meshes: RawMesh[], round = ROUND): BufferGeometry | null {
  const radius = raw.radius ?? 0, length = raw.length ?? 0;
  switch (raw.kind) {
    case "box": return new BoxGeometry(raw.size?.[0], raw.size?.[1], raw.size?.[2]);
    case "sphere": return new SphereGeometry(radius, round, round / 2);
    case "cylinder": return new CylinderGeometry(radius, radius, length, round).rotateX(Math.PI / 2);
    case "capsule": return new CapsuleGeometry(radius, length, Math.max(3, round / 5), round / 2).rotateX(Math.PI / 2);
    case "tube": return tube(radius, raw.inner_radius ?? radius * 0.8, length, round);
    case "extrusion": return raw.outline && raw.outline.length > 2 ? extrusion(raw.outline, length) : null;
    case "mesh": {
      if (raw.mesh === undefined) return mesh(raw);
      const shared = meshes[raw.mesh];
      return shared ? mesh(shared) : null;
    }
    default: return null;
  }
}

export function shapeColor(raw: RawShape, otherwise: string): string {
  return /^#[0-9a-f]{6}$/i.test(raw.color ?? "") ? raw.color! : otherwise;
}

/** Puts a shape to its place on its body. */
export function place(node: Object3D, raw: RawShape, scale: number): void {
  const [x, y, z, qw, qx, qy, qz] = raw.pose ?? [];
  if (raw.pose?.length === 7 && raw.pose.every(Number.isFinite)) {
    node.position.set(x!, y!, z!);
    node.quaternion.set(qx!, qy!, qz!, qw!).normalize();
  }
  node.scale.setScalar(scale);
}

/** `layer` decides which of two bodies is seen where their faces lie in one plane. */
export function shapeMesh(raw: RawShape, meshes: RawMesh[], color: string, layer: number): Mesh | null {
  const { unit, scale } = sized(raw);
  const geometry = geometryOf(unit, meshes);
  if (!geometry) return null;
  const node = new Mesh(geometry, new MeshStandardMaterial({
    color: shapeColor(raw, color), roughness: 0.55, metalness: 0.05,
    polygonOffset: true, polygonOffsetFactor: layer, polygonOffsetUnits: layer,
  }));
  place(node, raw, scale);
  node.castShadow = true;
  node.receiveShadow = true;
  return node;
}

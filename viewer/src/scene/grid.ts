// A grid that thins out with the distance from where one looks. Lines are drawn by the shader, so they
// are even at any zoom and reach as far as needed.
import { Color, Mesh, PlaneGeometry, ShaderMaterial, Vector2, Vector3 } from "three";

const VERTEX = `
  varying vec2 at;
  void main() {
    at = position.xy;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

const FRAGMENT = `
  varying vec2 at;
  uniform float cell, reach, strength;
  uniform vec2 focus;
  uniform vec3 color;
  float lines(float step) {
    vec2 g = at / step;
    vec2 away = abs(fract(g - 0.5) - 0.5) / fwidth(g);
    return 1.0 - min(min(away.x, away.y), 1.0);
  }
  void main() {
    float fade = smoothstep(reach, reach * 0.2, distance(at, focus));
    float alpha = max(0.5 * lines(cell), lines(5.0 * cell)) * fade * strength;
    if (alpha < 0.004) discard;
    gl_FragColor = vec4(color, alpha);
    #include <colorspace_fragment>
  }`;

export class Grid extends Mesh<PlaneGeometry, ShaderMaterial> {
  constructor(cell: number, private near: number, side: number) {
    super(new PlaneGeometry(side, side), new ShaderMaterial({
      vertexShader: VERTEX, fragmentShader: FRAGMENT, transparent: true, depthWrite: false,
      uniforms: {
        cell: { value: cell }, reach: { value: near }, strength: { value: 1 },
        focus: { value: new Vector2() }, color: { value: new Color() },
      },
    }));
  }

  setColor(color: string, strength: number): void {
    (this.material.uniforms.color!.value as Color).set(color);
    this.material.uniforms.strength!.value = strength;
  }

  /** Clear around a point of the world, and farther out when seen from farther away. */
  look(target: Vector3, distance: number): void {
    const local = this.worldToLocal(target.clone());
    (this.material.uniforms.focus!.value as Vector2).set(local.x, local.y);
    this.material.uniforms.reach!.value = Math.max(this.near, distance * 1.3);
  }
}
